"""What xDSL lacks and this project needs, written so that it can be offered upstream."""
