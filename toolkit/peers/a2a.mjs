// An A2A agent made with the JavaScript SDK: JSON-RPC at /rpc, in 1.0 and in
// 0.3, and HTTP+JSON at /rest. The first word that it is told says what it does:
//   message        answers without a task
//   image, data, mixed   end with an artifact of such parts; anything else with text in two chunks
//   input, auth    wait for a message, with a JSON Schema or a URL in a data part
//   slow           works until it is cancelled
//   fail, reject   end so
import express from "express";
import { A2A_PROTOCOL_VERSION, AGENT_CARD_PATH, Role, TaskState } from "@a2a-js/sdk";
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from "@a2a-js/sdk/server/express";

const base = `http://127.0.0.1:${process.env.PORT}`;
const pixel = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

const part = ($case, value, mediaType, filename = "") => ({ content: { $case, value }, mediaType, filename, metadata: undefined });
const text = (value) => part("text", value, "text/plain");
const data = (value) => part("data", value, "application/json");
const image = () => part("raw", pixel, "image/png", "pixel.png");

const artifacts = {
  image: () => [image(), part("url", `${base}/pixel.png`, "image/png", "by-url.png")],
  data: () => [data({ city: "Chennai", celsius: 31.5, tags: ["hot", "humid"] })],
  mixed: () => [text("# Report"), image(), data({ rows: 3 })],
};
const questions = {
  input: [TaskState.TASK_STATE_INPUT_REQUIRED, text("Which seat do you want?"),
    data({ type: "object", properties: { seat: { type: "string", enum: ["aisle", "window"] } }, required: ["seat"] })],
  auth: [TaskState.TASK_STATE_AUTH_REQUIRED, text("Sign in first"), data({ url: `${base}/login`, scheme: "oauth2" })],
};

class Executor {
  waiting = new Map(); // what a task waits for, by its id
  slow = new Map(); // how to end a slow task, by its id

  cancelTask = async (taskId, bus) => {
    const contextId = this.waiting.get(taskId)?.contextId;
    this.slow.get(taskId)?.();
    if (this.waiting.delete(taskId)) {
      bus.publish(this.status(taskId, contextId, TaskState.TASK_STATE_CANCELED));
      bus.finished();
    }
  };

  status(taskId, contextId, state, ...parts) {
    const message = { role: Role.ROLE_AGENT, messageId: crypto.randomUUID(), parts, taskId, contextId, extensions: [], metadata: undefined, referenceTaskIds: [] };
    return AgentEvent.statusUpdate({ taskId, contextId, metadata: undefined, status: { state, timestamp: new Date().toISOString(), message: parts.length ? message : undefined } });
  }

  async execute({ taskId, contextId, userMessage, task }, bus) {
    const words = userMessage.parts.map((p) => (p.content?.$case === "text" ? p.content.value : JSON.stringify(p.content?.value))).join(" ");
    const verb = words.split(" ")[0];
    const status = (state, ...parts) => bus.publish(this.status(taskId, contextId, state, ...parts));
    const artifact = (name, parts, append = false, lastChunk = true) => bus.publish(AgentEvent.artifactUpdate({
      taskId, contextId, metadata: undefined, append, lastChunk,
      artifact: { artifactId: name, name, description: "", parts, metadata: undefined, extensions: [] },
    }));
    if (verb === "message") {
      bus.publish(AgentEvent.message({
        role: Role.ROLE_AGENT, messageId: crypto.randomUUID(), contextId, taskId: "", parts: [text("a plain message, no task")],
        extensions: [], metadata: undefined, referenceTaskIds: [],
      }));
      return bus.finished();
    }
    bus.publish(AgentEvent.task(task ?? {
      id: taskId, contextId, artifacts: [], history: [userMessage], metadata: undefined,
      status: { state: TaskState.TASK_STATE_SUBMITTED, timestamp: new Date().toISOString(), message: undefined },
    }));
    if (this.waiting.delete(taskId)) {
      status(TaskState.TASK_STATE_WORKING, text("got the answer"));
      artifact("answer", [text(`answered with ${words}`)]);
      status(TaskState.TASK_STATE_COMPLETED);
      return bus.finished();
    }
    status(TaskState.TASK_STATE_WORKING, text(`doing ${verb}`));
    if (questions[verb]) {
      this.waiting.set(taskId, { contextId });
      status(...questions[verb]);
    } else if (artifacts[verb]) {
      artifact(verb, artifacts[verb]());
      status(TaskState.TASK_STATE_COMPLETED);
    } else if (verb === "slow") {
      await new Promise((end) => this.slow.set(taskId, end));
      console.log(`cancelled ${taskId}`);
      status(TaskState.TASK_STATE_CANCELED);
    } else if (verb === "fail") {
      status(TaskState.TASK_STATE_FAILED, text("it broke"));
    } else if (verb === "reject") {
      status(TaskState.TASK_STATE_REJECTED, text("not allowed"));
    } else {
      artifact("reply", [text("You said: ")], false, false);
      artifact("reply", [text(words)], true);
      status(TaskState.TASK_STATE_COMPLETED);
    }
    bus.finished();
  }
}

const place = (url, protocolBinding, protocolVersion) => ({ url, protocolBinding, protocolVersion, tenant: "" });
const card = {
  name: "Peer Agent", description: "Sends every kind of part, asks, and can be cancelled.", version: "1.0.0",
  provider: { organization: "test", url: base }, documentationUrl: "", signatures: [],
  supportedInterfaces: [place(`${base}/rpc`, "JSONRPC", A2A_PROTOCOL_VERSION), place(`${base}/rest`, "HTTP+JSON", A2A_PROTOCOL_VERSION), place(`${base}/rpc`, "JSONRPC", "0.3")],
  capabilities: { streaming: true, pushNotifications: false, extensions: [], extendedAgentCard: false },
  securitySchemes: {}, securityRequirements: [],
  defaultInputModes: ["text/plain"], defaultOutputModes: ["text/plain", "image/png", "application/json"],
  skills: [{ id: "do", name: "Do", description: "Does what it is told.", tags: [], examples: ["text hello"], inputModes: [], outputModes: [], securityRequirements: [] }],
};

const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new Executor());
const userBuilder = UserBuilder.noAuthentication, legacyCompat = { enabled: true };
const app = express();
app.use(`/${AGENT_CARD_PATH}`, agentCardHandler({ agentCardProvider: requestHandler, legacyCompat }));
app.use("/rpc", jsonRpcHandler({ requestHandler, userBuilder, legacyCompat }));
app.use("/rest", restHandler({ requestHandler, userBuilder }));
app.listen(Number(process.env.PORT), "127.0.0.1", () => console.log(`listening on ${base}`));
