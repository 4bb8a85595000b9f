// A preload (node --require) that loses datagrams in both directions, as a bad network does.
//   LOSS         how many of them, 0 to 1
//   LOSS_PORT    only those to and from this port of the other side: nothing else of the process is touched
//   LOSS_RTP     instead of LOSS_PORT, as in 40000-40020: only those to and from the even ports among these, in media threads
//   LOSS_SEED    another seed loses others
//   LOSS_REPORT  a file that has the counts when the process has ended
const dgram = require('node:dgram');
const { writeFileSync } = require('node:fs');
const { isMainThread } = require('node:worker_threads');

const loss = Number(process.env.LOSS);
const peerPort = Number(process.env.LOSS_PORT);
const [firstRtpPort, lastRtpPort] = (process.env.LOSS_RTP ?? '').split('-').map(Number);
const isPeers = isMainThread
  ? (port) => port === peerPort
  : (port) => port >= firstRtpPort && port <= lastRtpPort && port % 2 === 0;
const counts = { sent: 0, sentLost: 0, received: 0, receivedLost: 0 };

// mulberry32: a small generator whose low bits are good too.
let state = Number(process.env.LOSS_SEED ?? 1) >>> 0;
function random() {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** send(msg[, offset, length][, port][, address][, callback]) of an unconnected socket: the first number from the right. */
function portOf(words) {
  return words.slice(1).findLast((word) => typeof word === 'number');
}

// Worker threads inherit preloads; the SIP socket lives in the main thread, those of RTP in others.
if (loss > 0) {
  const { send, emit } = dgram.Socket.prototype;

  dgram.Socket.prototype.send = function lossySend(...words) {
    if (!isPeers(portOf(words))) return send.apply(this, words);
    counts.sent += 1;
    if (random() >= loss) return send.apply(this, words);
    counts.sentLost += 1;
    const callback = words.at(-1);
    if (typeof callback === 'function') process.nextTick(callback, null, 0);
  };

  dgram.Socket.prototype.emit = function lossyEmit(event, ...words) {
    if (event !== 'message' || !isPeers(words[1].port)) return emit.call(this, event, ...words);
    counts.received += 1;
    if (random() >= loss) return emit.call(this, event, ...words);
    counts.receivedLost += 1;
    return true;
  };

  process.on('exit', () => {
    if (!isMainThread) return;
    // Children inherit preloads too, and have nothing to tell.
    if (counts.sent + counts.received > 0) writeFileSync(process.env.LOSS_REPORT, JSON.stringify(counts));
  });
}
