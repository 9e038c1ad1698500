// The validator badge of Swagger UI would ask a foreign host.
SwaggerUIBundle({
  url: "openapi.yaml",
  dom_id: "#operations",
  deepLinking: true,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
});
