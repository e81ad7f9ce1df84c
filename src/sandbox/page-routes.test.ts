import { expect, it } from 'vitest'
import { openBff } from '#proof/testing/page/bff.fixture.ts'
import { openPageRoutes } from './page-routes.ts'

const OPTIONS = {
  directory: 'dist/nowhere',
  apiUrl: 'http://localhost:4243',
  adminUrl: 'http://localhost:4247',
}
const build = { kind: 'missing', directory: OPTIONS.directory } as const
const SIMULATE = 'POST /api/checkout/:reference/simulate'

it('S-64: production serves none of the routes of the sandbox', async () => {
  const addRoutes = await openPageRoutes(OPTIONS)
  const { bff } = openBff({ build, addRoutes, environment: 'sandbox' })
  expect(bff.routes.map(({ method, path }) => `${method} ${path}`)).toContain(SIMULATE)
  expect(() => openBff({ build, addRoutes, environment: 'production' })).toThrow(
    'only the sandbox serves these routes',
  )
})
