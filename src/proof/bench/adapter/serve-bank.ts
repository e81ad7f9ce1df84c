// A bank of API Pix that answers every charge, by mutual TLS, and keeps nothing.
import { createServer } from 'node:https'
import { readTestCa, readTestCertificate } from '#sandbox/fakes/certificates/test-certificates.ts'
import { LOOPBACK } from '#server/database/embedded/free-port.ts'
import { serveUntilDisconnect } from '../stage/server-process.ts'
import { bankAnswer } from './bank-answer.ts'

const identity = { ...readTestCertificate('bank-server'), ca: readTestCa() }

createServer({ ...identity, requestCert: true, rejectUnauthorized: true }, (request, response) => {
  request.resume().on('end', () => {
    const body = bankAnswer(request.url ?? '')
    const length = Buffer.byteLength(body)
    response.writeHead(201, { 'content-type': 'application/json', 'content-length': length })
    response.end(body)
  })
}).listen(Number(process.env['PORT']), LOOPBACK, serveUntilDisconnect)
