"""The machine: reads OpenAPI, compiles surfaces, serves them. No database, no person."""
