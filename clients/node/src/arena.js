// The connection to the arena, in one file: join, answer, come back, leave.
//
// Nothing here is the arena's own code: the messages are read from its .proto files
// by the standard gRPC library.

import { X509Certificate } from 'node:crypto';
import { readFileSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import grpc from '@grpc/grpc-js';
import protoLoader from '@grpc/proto-loader';
import { formatCards } from './cards.js';

/** Exit codes, the same for every client. */
export const OVER = 0;
export const FAILED = 1;
export const MISUSE = 2;

const CLIENT = 'arena-client-node/0.1.0';
const PROTO = process.env.ARENA_PROTO ?? fileURLToPath(new URL('../../../proto', import.meta.url));
const FIRST_WAIT = 100;
const LONGEST_WAIT = 5000;
const SHORTEST_ATTEMPT = 1000;
const LONGEST_ATTEMPT = 20000;
// The arena cuts off who pings more often than every ten seconds.
const KEEPALIVE = {
  'grpc.keepalive_time_ms': 20000,
  'grpc.keepalive_timeout_ms': 10000,
  'grpc.keepalive_permit_without_calls': 1,
};
const ADDRESS = /^(?:\[[0-9A-Fa-f:.]+\]|[^\s:/[\]]+):([0-9]{1,5})$/;
const HIGHEST_PORT = 65535;
const TOKEN = /^[\x20-\x7e]+$/;
const REFUSED = [grpc.status.UNAUTHENTICATED, grpc.status.PERMISSION_DENIED];
const HOPELESS = [
  grpc.status.INVALID_ARGUMENT,
  grpc.status.RESOURCE_EXHAUSTED,
  grpc.status.UNIMPLEMENTED,
];

const USAGE = `usage: node src/bot.js [options]

  --address HOST:PORT   where the arena listens          (ARENA_ADDRESS)
  --token-file PATH     a file with the bot's token      (ARENA_TOKEN_FILE, ARENA_TOKEN)
  --seed N              feeds the bot's chance           (ARENA_SEED)
  --tables N            the most tables at one time      (ARENA_TABLES)
  --ca-file PATH        speak TLS, trust these           (ARENA_CA_FILE)
  --tls                 speak TLS, trust the system's
  --cert-file PATH      the certificate to show           (ARENA_CERT_FILE)
  --key-file PATH       its private key                   (ARENA_KEY_FILE)
  --patience SECONDS    how long to look for an arena that is away (60)

Exit codes: 0 the arena said goodbye; 1 the bot threw, the arena was lost, or a newer
connection took over; 2 no address, token or certificate that can be used, or refused.`;

/**
 * Plays until the arena says goodbye, then ends the process.
 *
 * @param {(view: object, seed: number) => number[]} play gets a position, gives the
 *   cards to play as codes, none to pass
 */
export function run(play) {
  let options;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    leave(MISUSE, `${error.message}\n${USAGE}`);
  }
  if (options.help) {
    process.stdout.write(`${USAGE}\n`);
    process.exit(OVER);
  }
  if (process.env.ARENA_STDIN_LEASH === '1') {
    // Whoever started this process lets go of its standard input to end it.
    process.stdin.on('end', () => process.exit(OVER)).resume();
  }
  const player = new Player(play, options);
  player.connect();
}

function readOptions(args) {
  const env = process.env;
  const text = { type: 'string' };
  const { values } = parseArgs({
    args,
    options: {
      address: { ...text, default: env.ARENA_ADDRESS },
      'token-file': { ...text, default: env.ARENA_TOKEN_FILE },
      seed: { ...text, default: env.ARENA_SEED || '0' },
      tables: { ...text, default: env.ARENA_TABLES || '0' },
      'ca-file': { ...text, default: env.ARENA_CA_FILE },
      tls: { type: 'boolean', default: false },
      'cert-file': { ...text, default: env.ARENA_CERT_FILE },
      'key-file': { ...text, default: env.ARENA_KEY_FILE },
      patience: { ...text, default: '60' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) return values;
  for (const name of ['seed', 'tables', 'patience']) {
    if (!/^\d+(\.\d+)?$/.test(values[name])) throw new Error(`--${name}: no number: ${values[name]}`);
  }
  if (!values.address) throw new Error('no address; give --address HOST:PORT or set ARENA_ADDRESS');
  const [, port] = ADDRESS.exec(values.address) ?? [];
  if (!port || Number(port) > HIGHEST_PORT) {
    throw new Error(`'${values.address}' is no address; expected HOST:PORT, such as arena.example:7070 or [::1]:7070`);
  }
  for (const name of ['token-file', 'ca-file', 'cert-file', 'key-file']) {
    const file = values[name];
    if (file && !existsSync(file)) throw new Error(`no file ${file}`);
  }
  if (!values['cert-file'] !== !values['key-file']) {
    throw new Error('--cert-file and --key-file go together');
  }
  const token = (values['token-file'] ? readFileSync(values['token-file'], 'utf8') : env.ARENA_TOKEN ?? '').trim();
  if (!token) throw new Error('no token; give --token-file PATH or set ARENA_TOKEN');
  if (!TOKEN.test(token)) throw new Error('the token has characters that no token has');
  return { ...values, token };
}

class Player {
  constructor(play, options) {
    this.play = play;
    this.options = options;
    this.prompts = new Map();
    this.joined = false;
    this.wait = 0;
    this.awaySince = performance.now();
    const definition = protoLoader.loadSync('arena/v1/play_service.proto', {
      includeDirs: [PROTO],
      longs: String,
      enums: String,
      defaults: true,
    });
    this.Service = grpc.loadPackageDefinition(definition).arena.v1.PlayService;
  }

  connect() {
    const client = new this.Service(this.options.address, this.credentials(), {
      ...KEEPALIVE,
      'grpc.use_local_subchannel_pool': 1,
      'grpc.enable_http_proxy': /^(127\.|localhost|\[::1\])/.test(this.options.address) ? 0 : 1,
    });
    const metadata = new grpc.Metadata();
    metadata.set('authorization', `Bearer ${this.options.token}`);
    const stream = client.play(metadata);
    let goodbye = null;
    let up = false;
    let silence = null;
    // Where nobody listens the call fails by itself; not where somebody does and says nothing.
    const limit = Math.max(SHORTEST_ATTEMPT, Math.min(LONGEST_ATTEMPT, this.left()));
    client.waitForReady(Date.now() + limit, (error) => {
      if (!error) return;
      silence = `no answer in ${(limit / 1000).toFixed(1)} s`;
      stream.cancel();
    });
    stream.on('data', (response) => {
      up = this.joined = true;
      this.handle(stream, response);
      goodbye = response.goodbye ?? goodbye;
    });
    // The status says all that an error says, and comes after the last message.
    stream.on('error', () => {});
    stream.on('status', ({ code, details }) => {
      const problem = silence ?? `${grpc.status[code]}: ${details}`;
      client.close();
      if (goodbye) this.goodbye(goodbye);
      if (up) {
        this.wait = 0;
        this.awaySince = performance.now();
      }
      this.lost(code, problem);
    });
    stream.write({
      join: { tables: Number(this.options.tables), sendLegalPlays: true, client: CLIENT },
    });
  }

  credentials() {
    const { tls } = this.options;
    const files = ['ca-file', 'key-file', 'cert-file'].map((name) => this.options[name]);
    if (!tls && !files.some(Boolean)) return grpc.credentials.createInsecure();
    try {
      const [ca, key, cert] = files.map((file) => (file ? readFileSync(file) : null));
      // Authorities that cannot be read are otherwise left out without a word.
      if (ca) new X509Certificate(ca);
      return grpc.credentials.createSsl(ca, key, cert);
    } catch (error) {
      return leave(MISUSE, `no certificate or key to use in ${files.filter(Boolean).join(', ')} (${error.message})`);
    }
  }

  /** What is left of the patience, in milliseconds; not above zero at its end. */
  left() {
    return 1000 * Number(this.options.patience) - (performance.now() - this.awaySince);
  }

  handle(stream, response) {
    if (response.ping !== '0') stream.write({ pong: response.ping });
    const answers = response.prompts.map((prompt) => this.answer(prompt));
    if (answers.length > 0) stream.write({ answers });
    for (const ruling of response.rulings) this.report(ruling);
    for (const result of response.dealResults) this.prompts.delete(result.tableId);
  }

  answer(prompt) {
    this.prompts.set(prompt.tableId, prompt);
    let cards;
    try {
      cards = this.play(viewOf(prompt), Number(this.options.seed));
    } catch (error) {
      leave(FAILED, `${error.stack}\nplay threw at ${describe(prompt)}`);
    }
    return { tableId: prompt.tableId, turn: prompt.turn, cards: Buffer.from(cards) };
  }

  report(ruling) {
    const prompt = this.prompts.get(ruling.tableId);
    const parts = [`forfeit at table ${ruling.tableId}: ${word(ruling.termination, 'TERMINATION_')}`];
    if (ruling.refusal !== 'REFUSAL_UNSPECIFIED') {
      parts.push(`played ${formatCards([...ruling.cards])}, refused as ${word(ruling.refusal, 'REFUSAL_')}`);
    }
    if (ruling.allowedMs) parts.push(`took ${ruling.measuredMs} of ${ruling.allowedMs} ms`);
    parts.push(prompt?.turn === ruling.turn ? describe(prompt) : `turn ${ruling.turn}`);
    if (ruling.message) parts.push(ruling.message);
    process.stderr.write(`${parts.join('; ')}\n`);
  }

  goodbye({ reason }) {
    if (reason === 'GOODBYE_REASON_REPLACED') leave(FAILED, 'a newer connection took over');
    process.exit(OVER);
  }

  lost(code, problem) {
    if (REFUSED.includes(code)) leave(MISUSE, `the arena refuses the token (${problem})`);
    if (HOPELESS.includes(code)) leave(FAILED, `the arena ended the stream (${problem})`);
    const left = this.left();
    if (left <= 0) {
      if (this.joined) leave(FAILED, `lost the arena at ${this.options.address} (${problem})`);
      leave(MISUSE, `no arena at ${this.options.address} (${problem})`);
    }
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2 || FIRST_WAIT);
    const pause = Math.min(left, this.wait * (0.75 + Math.random() / 2));
    process.stderr.write(`no stream (${problem}); trying again in ${(pause / 1000).toFixed(1)} s\n`);
    setTimeout(() => this.connect(), pause);
  }
}

/** A prompt with cards as arrays of codes. */
function viewOf(prompt) {
  return {
    ...prompt,
    hand: [...prompt.hand],
    table: [...prompt.table],
    handCounts: [...prompt.handCounts],
    legalPlays: prompt.legalPlays.map((play) => [...play]),
  };
}

function describe(prompt) {
  const table = prompt.table.length > 0 ? formatCards([...prompt.table]) : 'empty';
  return `turn ${prompt.turn}, hand ${formatCards([...prompt.hand])}, table ${table}`;
}

const word = (name, prefix) => String(name).replace(prefix, '').toLowerCase();

function leave(code, problem) {
  process.stderr.write(`arena-bot-node: ${problem}\n`);
  process.exit(code);
}
