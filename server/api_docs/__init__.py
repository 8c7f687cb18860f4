"""The description of the API in OpenAPI, made from what each view says of itself."""
