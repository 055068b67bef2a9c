// An MCP server over standard streams whose tools answer with odd results. It is
// made with the JavaScript SDK, which sends what Go's would not.
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const text = (text, rest) => ({ content: [{ type: "text", text }], ...rest });
const results = {
  escapes: () => text("\u001b[31mred\u001b[0m \u001b]0;title\u0007 done"),
  large: () => text("x".repeat(5 * 1024 * 1024)),
  lines: () => text(Array.from({ length: 100000 }, (_, i) => `line ${i}`).join("\n")),
  error: () => text("disk full", { isError: true, structuredContent: { code: 28 } }),
  structured: () => ({ content: [], structuredContent: { z: 1, a: [1, 2] } }),
  meta: () => ({ content: [{ type: "text", text: "m", _meta: { k: 1 }, annotations: { audience: ["user"], priority: 0.9 } }], _meta: { cost: 0.01 } }),
  empty: () => ({ content: [] }),
};
const echo = {
  name: "echo",
  inputSchema: { type: "object", properties: { zeta: { type: "string" }, alpha: { type: "integer" } } },
};

const server = new Server({ name: "odd", version: "1" }, { capabilities: { tools: {} } });
server.setRequestHandler(ListToolsRequestSchema, async () => ({
  tools: [echo, ...Object.keys(results).map((name) => ({ name, inputSchema: { type: "object" } }))],
}));
server.setRequestHandler(CallToolRequestSchema, async ({ params }) =>
  results[params.name] ? results[params.name]() : text(JSON.stringify(params.arguments)));
await server.connect(new StdioServerTransport());
