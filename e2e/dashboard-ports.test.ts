import { expect, test } from './dashboard.ts'
import { ADMIN_URL, ENVIRONMENT } from './product.ts'

const PORTS = ['API_PORT', 'CHECKOUT_PORT', 'STORE_PORT', 'PRIVATE_PORT', 'FIELDS_PORT']

test('Nothing of the dashboard is at any other port', async ({ request }) => {
  const documents = ['/sign-in', '/welcome', '/audit', '/system', '/find']
  for (const path of [...documents, '/api/me'])
    expect((await request.get(ADMIN_URL + path)).status(), path).toBe(
      path === '/api/me' ? 401 : 200,
    )
  for (const port of PORTS) {
    const host = port === 'PRIVATE_PORT' ? '127.0.0.1' : 'localhost'
    const origin = `http://${host}:${ENVIRONMENT[port]}`
    for (const path of [...documents, '/api/me', '/api/audit', '/api/system'])
      expect((await request.get(origin + path)).status(), `${port} ${path}`).toBe(404)
    for (const path of ['/api/sign-in/link', '/api/dashboard-actions/key.issue']) {
      const headers = { 'x-checkout': '1', origin }
      const said = await request.post(origin + path, { data: {}, headers })
      expect(said.status(), `${port} ${path}`).toBe(404)
    }
  }
})
