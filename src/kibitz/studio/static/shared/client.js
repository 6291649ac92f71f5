/** The server's analysis protocol over one WebSocket, which comes back by itself when it is lost. */

/** From this status on it is not the request that is wrong: the server has too much to do, or has lost a process. */
const BUSY = 429;

/** What the server says is wrong, in one sentence. */
export class ProtocolError extends Error {
  /**
   * @param {string} sentence
   * @param {number} [status] as HTTP has it
   */
  constructor(sentence, status = 400) {
    super(sentence);
    this.name = "ProtocolError";
    this.status = status;
  }

  /** Whether the same request may be answered another time. */
  get mayPass() {
    return this.status >= BUSY;
  }
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;

/** @typedef {{message: object, resolve: (result: any) => void, reject: (error: Error) => void,
 *   onProgress: (progress: any) => void, sent: boolean}} Request */

class Client {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Request>} requests without a final answer; all verbs only read, so they may be asked again */
  #unfinished = new Map();
  /** @type {Set<(state: string) => void>} */
  #listeners = new Set();
  /** @type {Set<() => void>} */
  #gamesListeners = new Set();
  #count = 0;
  #pause = FIRST_PAUSE;
  #state = "";

  /**
   * Returns a promise of the result of a request.
   * @param {string} verb
   * @param {object} [fields]
   * @returns {Promise<any>}
   */
  ask(verb, fields = {}) {
    return this.stream(verb, fields).result;
  }

  /**
   * Returns a running request: a promise of its result, and how to stop it, after which it answers with what it has.
   * @param {string} verb
   * @param {object} [fields]
   * @param {(progress: any) => void} [onProgress]
   * @returns {{result: Promise<any>, stop: () => void}}
   */
  stream(verb, fields = {}, onProgress = () => {}) {
    const id = String(++this.#count);
    const result = new Promise((resolve, reject) => {
      this.#unfinished.set(id, { message: { ...fields, id, verb }, resolve, reject, onProgress, sent: false });
    });
    this.#send();
    return { result, stop: () => this.#stop(id) };
  }

  /**
   * Calls the listener with "open" or "lost" now (if known) and whenever that changes.
   * @param {(state: string) => void} listener
   */
  onState(listener) {
    this.#listeners.add(listener);
    if (this.#state) listener(this.#state);
  }

  /**
   * Calls the listener whenever a user's game was saved: its rules may be others now.
   * @param {() => void} listener
   */
  onGamesChanged(listener) {
    this.#gamesListeners.add(listener);
  }

  #stop(id) {
    const request = this.#unfinished.get(id);
    if (!request) return;
    if (request.sent && this.#isOpen) {
      this.#socket.send(JSON.stringify({ verb: "terminate", target: id }));
    } else {
      this.#unfinished.delete(id);
      request.reject(new ProtocolError("stopped before there was an answer"));
    }
  }

  get #isOpen() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #send() {
    if (!this.#socket) this.#connect();
    if (!this.#isOpen) return;
    for (const request of this.#unfinished.values()) {
      if (request.sent) continue;
      request.sent = true;
      this.#socket.send(JSON.stringify(request.message));
    }
  }

  #connect() {
    const address = new URL("/api/socket", location.href);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#pause = FIRST_PAUSE;
      const wasLost = this.#state === "lost";
      this.#tell("open");
      if (wasLost) this.#tellGamesChanged(); // nobody told of what was saved meanwhile
      this.#send();
    });
    socket.addEventListener("message", (event) => this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      for (const request of this.#unfinished.values()) request.sent = false;
      this.#tell("lost");
      setTimeout(() => this.#connect(), this.#pause);
      this.#pause = Math.min(2 * this.#pause, LONGEST_PAUSE);
    });
  }

  #receive({ id, type, ...fields }) {
    if (type === "games_changed") this.#tellGamesChanged();
    const request = this.#unfinished.get(id);
    if (!request) return;
    if (type === "progress") return request.onProgress(fields);
    this.#unfinished.delete(id);
    if (type === "error") request.reject(new ProtocolError(fields.error, fields.status));
    else request.resolve(fields);
  }

  #tellGamesChanged() {
    for (const listener of this.#gamesListeners) listener();
  }

  #tell(state) {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}

/** The page's one connection. */
export const client = new Client();
