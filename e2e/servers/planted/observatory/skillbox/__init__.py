"""Skills from folders and archives, served over MCP."""
