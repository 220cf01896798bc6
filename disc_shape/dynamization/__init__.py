"""Makes static programs dynamic: sizes that are written as numbers become sizes of arguments."""
