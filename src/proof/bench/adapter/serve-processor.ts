// A processor that answers each request by TLS, and keeps nothing: a bank of API Pix, which demands a client certificate, or Adyen.
import { createServer } from 'node:https'
import { readTestCa, readTestCertificate } from '#sandbox/fakes/certificates/test-certificates.ts'
import { LOOPBACK } from '#server/database/embedded/free-port.ts'
import { serveUntilDisconnect } from '../stage/server-process.ts'
import { adyenAnswer } from './adyen-answer.ts'
import { bankAnswer } from './bank-answer.ts'

const identity = { ...readTestCertificate('bank-server'), ca: readTestCa() }
const isBank = process.env['PROCESSOR'] === 'bank'
const answer = isBank ? bankAnswer : adyenAnswer
const mutual = { requestCert: isBank, rejectUnauthorized: isBank }

createServer({ ...identity, ...mutual }, (request, response) => {
  request.resume().on('end', () => {
    const body = answer(request.url ?? '')
    const length = Buffer.byteLength(body)
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': length })
    response.end(body)
  })
}).listen(Number(process.env['PORT']), LOOPBACK, serveUntilDisconnect)
