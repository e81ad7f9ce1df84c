import { createServer } from 'node:http'
import { POSTAL_CODE_PORT } from './product.ts'

const PAULISTA = {
  logradouro: 'Avenida Paulista',
  bairro: 'Bela Vista',
  localidade: 'São Paulo',
  uf: 'SP',
}

/** The operator's service for the addresses of CEPs, which knows 01310-100 alone. */
export async function servePostalCodes() {
  const service = createServer((request, response) => {
    const isKnown = request.url?.includes('01310100') === true
    response.end(JSON.stringify(isKnown ? PAULISTA : { erro: true }))
  })
  await new Promise<void>((resolve) => service.listen(POSTAL_CODE_PORT, '127.0.0.1', resolve))
  return {
    close() {
      service.close().closeAllConnections()
    },
  }
}
