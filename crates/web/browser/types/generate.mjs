// Writes the types of the server's answers, from the OpenAPI description of the running server: to api.d.ts, or as a module to FILE.
//
//   WINWAYS_URL=http://127.0.0.1:7878/ node types/generate.mjs [FILE]
import { writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const [file] = process.argv.slice(2);
const response = await fetch(new URL("openapi.json", process.env.WINWAYS_URL));
const { components } = await response.json();
// Tuples are `items` in the version of JSON Schema that the library reads.
const schemas = JSON.stringify(components.schemas).replaceAll('"prefixItems":', '"items":').replaceAll("#/components/schemas/", "#/definitions/");
const options = { additionalProperties: false, bannerComment: "", format: false, unreachableDefinitions: true };
const types = await compile({ definitions: JSON.parse(schemas) }, "Description", options);
if (file) writeFileSync(file, types);
else writeFileSync(new URL("api.d.ts", import.meta.url), `declare namespace Api {\n${types}}\n`);
