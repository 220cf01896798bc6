"""
What was found about the sizes of a program, for people: facts with their reasons, guards with the
sizes that keep them, and the report as a page or as text. Imports the analysis and rewriting.
"""
