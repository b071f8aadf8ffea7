import { expect, test } from "vitest";
import { proxyFromVariables } from "../../../electron/platform/proxies.ts";

const variables = { httpsProxy: "http://secure.example:3128", httpProxy: "plain.example:8080" };

test.each([
  ["https://api.example.com", undefined, "http://secure.example:3128"],
  ["http://api.example.com", undefined, "http://plain.example:8080"],
  ["https://api.example.com", "example.com", null],
  ["https://api.example.com", ".example.com", null],
  ["https://api.example.com", "*.example.com", null],
  ["https://badexample.com", "example.com", "http://secure.example:3128"],
  ["https://api.example.com", "other.org, example.com:443", null],
  ["https://api.example.com", "example.com:8443", "http://secure.example:3128"],
  ["https://api.example.com:8443", "example.com:8443", null],
  ["https://api.example.com", "*", null],
])("%s with NO_PROXY %s goes through %s", (origin, noProxy, proxy) => {
  expect(proxyFromVariables({ ...variables, noProxy })(origin)).toBe(proxy);
});

test("without variables everything is direct", () => {
  expect(proxyFromVariables({})("https://api.example.com")).toBeNull();
});
