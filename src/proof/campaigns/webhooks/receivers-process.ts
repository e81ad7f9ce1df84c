import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { selfSignedCertificate } from '../../testing/self-signed-certificate.ts'
import { createDice } from '../shared/dice.ts'
import { honest, MISBEHAVIOURS, type Behaviour } from './behaviours.ts'
import { createLedger, type Entry } from './ledger.ts'
import { readRequest, type RawRequest } from './read-request.ts'
import type { Asked, Answered, Receiver } from './receivers.ts'

/** Fewer than the attempts in the retry schedule, so that no event exhausts it. */
const MISBEHAVES_MAX = 6
const PAGE = 20_000
const MIX = 0x9e3779b1

const ledger = createLedger()
const outcomes: Record<string, number> = {}
let receivers: readonly Receiver[] = []
let seed = 0
let misbehaves = 0
let trapConnections = 0
let refusedHandshakes = 0

const trap = createServer((socket) => {
  trapConnections += 1
  socket.destroy()
})
const mute = createServer((socket) => socket.pause().on('error', () => undefined))
const plain = createServer((socket) => {
  socket.on('error', () => undefined)
  readRequest(socket, (request) => receive(socket, request))
})
const untrusted = createTlsServer(selfSignedCertificate('shop.example'), (socket) =>
  readRequest(socket, (request) => receive(socket, request)),
)
untrusted.on('tlsClientError', () => (refusedHandshakes += 1))

function receive(socket: Socket, request: RawRequest): void {
  const index = Number(request.path.split('/').at(-1))
  const receiver = receivers[index]
  if (receiver === undefined) throw new RangeError(`no receiver at ${request.path}`)
  const entry = ledger.note(index, receiver.secret, request)
  const [name, behaviour] = behaviourOf(receiver, entry)
  outcomes[name] = (outcomes[name] ?? 0) + 1
  if (behaviour.takes) ledger.take(entry)
  behaviour.answer(socket, { trapPort: portOf(trap) })
}

function behaviourOf(
  { index, kind, isOutOfOrder }: Receiver,
  { sequence, times }: Entry,
): [string, Behaviour] {
  const misbehaviour = MISBEHAVIOURS[kind]
  if (misbehaviour === undefined) return ['honest', honest]
  const dice = createDice(seed ^ Math.imul(index * MISBEHAVES_MAX + times, MIX) ^ sequence)
  const isBad = isOutOfOrder || (times <= MISBEHAVES_MAX && dice.chance(misbehaves))
  return isBad ? [kind, misbehaviour] : ['honest after all', honest]
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
}

function answer(asked: Asked): Answered {
  switch (asked.ask) {
    case 'serve':
      ;({ receivers, seed, misbehaves } = asked)
      return { type: 'served' }
    case 'places':
      return {
        type: 'places',
        places: { plain: portOf(plain), untrusted: portOf(untrusted), mute: portOf(mute) },
      }
    case 'counts':
      return { type: 'counts', counts: { outcomes, trapConnections, refusedHandshakes } }
    case 'ledger': {
      const entries = [...ledger.entries.values()].slice(asked.from, asked.from + PAGE)
      return { type: 'ledger', entries }
    }
  }
}

await Promise.all([trap, mute, plain, untrusted].map(listen))
process.once('disconnect', () => process.exit())
process.on('message', (asked: Asked) => process.send?.(answer(asked)))
process.send?.({ type: 'served' } satisfies Answered)
