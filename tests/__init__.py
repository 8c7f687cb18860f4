"""The tests: of the rules, of the engine, of the service, of the documents."""
