/** The entry point of the server: opens the store, serves the hot post, hands the rest to Next, stops cleanly. */
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import next from "next";
import { StoreError } from "@/db/sqlite/migrate";
import { type Config, ConfigError, readProcessConfig } from "@/lib/server/config";
import { prepareFarewell } from "./server/farewell";
import { Serving, stopMs } from "./server/serving";

const root = fileURLToPath(new URL("..", import.meta.url));

function refuse(error: unknown): never {
  if (error instanceof ConfigError || error instanceof StoreError) {
    console.error(`Falsezero did not start. ${error.message}`);
    process.exit(2);
  }
  throw error;
}

async function start() {
  try {
    const config = readProcessConfig(process.cwd());
    return await Serving.start(config, root);
  } catch (error) {
    return refuse(error);
  }
}

/** Why an address can't be listened at, by the setting that chose it. */
function explainListening(error: NodeJS.ErrnoException, config: Config): string {
  if (error.code === "EADDRINUSE") return `PORT ${config.port} is taken by another program; set PORT to a free one.`;
  if (error.code === "EADDRNOTAVAIL") return `HOST ${config.host} is no address of this machine.`;
  if (error.code === "ENOTFOUND") return `HOST ${config.host} is no address of this machine: no such name was found.`;
  if (error.code === "EACCES") return `PORT ${config.port} needs more rights than this user has; set PORT above 1023.`;
  return error.message;
}

async function serve(): Promise<void> {
  const serving = await start();
  const { config, log } = serving.context;
  const app = next({ dev: false, dir: root, hostname: config.host, port: config.port, quiet: true });
  await app.prepare();
  const toNext = app.getRequestHandler();
  const server = createServer((request, response) => {
    void serving.take(toNext, request, response);
  });
  // Bodies may come slowly, and imports are long: each request has its own limit (handle-request.ts).
  server.requestTimeout = 0;
  server.keepAliveTimeout = 65_000;
  const close = prepareFarewell(server, stopMs);
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) process.exit(1);
    isStopping = true;
    console.log(`Stopping on ${signal}: what is under way is finished, live streams are closed.`);
    const closed = close();
    serving.endStreams();
    await closed;
    await serving.close();
    console.log("Stopped. Everything that was acknowledged is on disk.");
    process.exit(0);
  };
  process.on("SIGINT", () => void stop("Ctrl-C"));
  process.on("SIGTERM", () => void stop("SIGTERM"));

  const failToStart = async (error: NodeJS.ErrnoException) => {
    console.error(`Falsezero did not start. ${explainListening(error, config)}`);
    await serving.close();
    process.exit(2);
  };
  server.once("error", failToStart);
  server.listen(config.port, config.host, () => {
    server.off("error", failToStart);
    // Such as no file left for one more connection: those that there are go on.
    server.on("error", (error) => log.error({ err: error }, "a connection could not be taken"));
    const address = server.address();
    const port = address !== null && typeof address === "object" ? address.port : config.port;
    const shown = config.host.includes(":") && !config.host.startsWith("[") ? `[${config.host}]` : config.host;
    if (config.publicUrl === null) serving.context.address.origin = `http://${shown}:${port}`;
    console.log(`Falsezero is at http://${shown}:${port}  (data in ${config.dataFolder}; Ctrl-C stops it)`);
    log.info({ port, host: config.host }, "listening");
  });
}

await serve();
