// A stdio server with N synthetic tools (default 1000), for the scale figures.
// usage: node big.mjs N [PAGE]
import { createRequire } from 'module';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { ListToolsRequestSchema, CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js';
const N = +(process.argv[2] || 1000), PAGE = +(process.argv[3] || 0);
const tools = Array.from({length:N},(_,i)=>({name:`tool_${String(i).padStart(5,'0')}`,description:`Synthetic tool number ${i}. It echoes a message and adds numbers; used for scale tests.`,
 inputSchema:{type:'object',properties:{message:{type:'string',description:'text to echo'},count:{type:'integer',minimum:1,maximum:10,default:1},mode:{type:'string',enum:['a','b','c']},opts:{type:'object',properties:{deep:{type:'boolean'},tags:{type:'array',items:{type:'string'}}}}},required:['message']}}));
const s = new Server({name:'big',version:'1'},{capabilities:{tools:{}}});
s.setRequestHandler(ListToolsRequestSchema, async (r)=>{ if(!PAGE) return {tools}; const o=+(r.params?.cursor||0); return {tools:tools.slice(o,o+PAGE), ...(o+PAGE<N?{nextCursor:String(o+PAGE)}:{})}; });
s.setRequestHandler(CallToolRequestSchema, async (r)=>({content:[{type:'text',text:JSON.stringify(r.params.arguments)}]}));
await s.connect(new StdioServerTransport());
