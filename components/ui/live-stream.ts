import { noteStream, suspectServer } from "./server-reach";

/** One live stream per browser and address: HTTP/1.1 gives a browser six connections, and a stream holds one for good. */

export interface StreamHandlers<Name extends string> {
  readonly onEvent: (event: StreamEvent<Name>) => void;
  readonly onConnection: (connection: "live" | "lost") => void;
  /** The newest revision that this tab has, for a stream to begin after. */
  readonly readRevision: () => string;
  /** Another tab's stream is further on than this tab: what lies between has to be read. */
  readonly onBehind: () => void;
}

export interface StreamEvent<Name extends string> {
  readonly name: Name;
  readonly data: string;
}

type Message<Name extends string> =
  | { readonly type: "event"; readonly event: StreamEvent<Name>; readonly id: string }
  | { readonly type: "connection"; readonly connection: "live" | "lost"; readonly id: string }
  | { readonly type: "hello" };

const firstRetryMs = 1000;
const longestRetryMs = 30_000;

/**
 * Listens to an address. The tab that holds its lock owns the connection and tells the others; when it closes, the next
 * in line takes over.
 *
 * @param address with its query, to which `since` is added. @param names the events that are listened to.
 * @returns a function that stops listening.
 */
export function openLiveStream<Name extends string>(
  address: string,
  names: readonly Name[],
  handlers: StreamHandlers<Name>,
): () => void {
  const endNote = noteStream();
  const close = listen(address, names, handlers);
  return () => {
    endNote();
    close();
  };
}

function listen<Name extends string>(
  address: string,
  names: readonly Name[],
  handlers: StreamHandlers<Name>,
): () => void {
  // Web Locks exist only on https and on this machine; elsewhere each tab has its own stream.
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return connect(address, names, handlers, () => undefined).close;

  const channel = new BroadcastChannel(`falsezero ${address}`);
  const stopped = new AbortController();
  let own: Connection | null = null;
  const tell = (message: Message<Name>) => {
    if (!stopped.signal.aborted) channel.postMessage(message);
  };

  channel.onmessage = ({ data: message }: MessageEvent<Message<Name>>) => {
    if (message.type === "hello") {
      if (own !== null) tell({ type: "connection", connection: own.state(), id: own.lastId() });
    } else if (own === null) {
      if (message.type === "event") handlers.onEvent(message.event);
      else {
        if (message.connection === "lost") suspectServer();
        handlers.onConnection(message.connection);
        if (message.id !== "" && message.id !== handlers.readRevision()) handlers.onBehind();
      }
    }
  };
  tell({ type: "hello" });

  locks
    .request(`falsezero ${address}`, { signal: stopped.signal }, () => {
      return new Promise<void>((release) => {
        // The lock may have been granted in the moment in which this tab gave up.
        if (stopped.signal.aborted) return release();
        own = connect(address, names, handlers, tell);
        stopped.signal.addEventListener("abort", () => release(), { once: true });
      });
    })
    .catch((reason: unknown) => {
      if (!stopped.signal.aborted) throw reason;
    });

  return () => {
    stopped.abort();
    own?.close();
    channel.close();
  };
}

interface Connection {
  readonly close: () => void;
  readonly state: () => "live" | "lost";
  readonly lastId: () => string;
}

/** An EventSource that is opened again where the browser gives up (it does after any answer that is no stream). */
function connect<Name extends string>(
  address: string,
  names: readonly Name[],
  handlers: StreamHandlers<Name>,
  tell: (message: Message<Name>) => void,
): Connection {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let wait = firstRetryMs;
  let state: "live" | "lost" = "lost";
  let lastId = "";

  const change = (connection: "live" | "lost") => {
    state = connection;
    handlers.onConnection(connection);
    tell({ type: "connection", connection, id: lastId });
  };

  const open = () => {
    const since = lastId === "" ? handlers.readRevision() : lastId;
    const opened = new EventSource(`${address}&since=${encodeURIComponent(since)}`);
    source = opened;
    opened.onopen = () => {
      wait = firstRetryMs;
      change("live");
    };
    opened.onerror = () => {
      suspectServer();
      change("lost");
      if (opened.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(open, wait);
      wait = Math.min(longestRetryMs, wait * 2);
    };
    opened.addEventListener("hello", (message) => {
      lastId = message.lastEventId;
    });
    for (const name of names) {
      opened.addEventListener(name, (message) => {
        lastId = message.lastEventId;
        const event = { name, data: String(message.data) };
        handlers.onEvent(event);
        tell({ type: "event", event, id: lastId });
      });
    }
  };
  open();

  return {
    close: () => {
      source?.close();
      if (timer !== null) clearTimeout(timer);
    },
    state: () => state,
    lastId: () => lastId,
  };
}
