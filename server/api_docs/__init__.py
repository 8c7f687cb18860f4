"""The OpenAPI description of the API: JSON Schemas of the answers, and the documentation each view carries."""
