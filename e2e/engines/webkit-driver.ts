import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scheme } from './engine.ts'
import { WEBKIT_DRIVER_PORT } from '../product.ts'
import { waitUntilReady } from './wait-until-ready.ts'
import { openDisplay } from './display.ts'

const READY_WITHIN_MS = 30_000

/** Without it the browser's toolbar keeps the window wider than a phone. */
const NARROW_BAR = '* { min-width: 0; margin: 0; padding: 0; font-size: 1px; }'

export interface WebKitPrograms {
  driver: string
  display: string
}

/** Starts a driver whose browsers use English, this color scheme and a temporary profile. */
export async function startWebKitDriver(programs: WebKitPrograms, scheme: Scheme) {
  const home = mkdtempSync(join(tmpdir(), 'hosted-checkout-webkit-'))
  mkdirSync(join(home, 'gtk-3.0'))
  writeFileSync(join(home, 'gtk-3.0/gtk.css'), NARROW_BAR)
  const display = await openDisplay(programs.display)
  const driver = spawn(programs.driver, ['--host=127.0.0.1', `--port=${WEBKIT_DRIVER_PORT}`], {
    env: {
      ...process.env,
      DISPLAY: display.name,
      GDK_BACKEND: 'x11',
      GTK_THEME: scheme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
      LANG: 'en_US.UTF-8',
      NO_AT_BRIDGE: '1',
      XDG_CONFIG_HOME: home,
    },
    stdio: 'ignore',
  })
  async function stop() {
    driver.kill()
    if (driver.exitCode === null && driver.signalCode === null) await once(driver, 'exit')
    await display.close()
    rmSync(home, { recursive: true, force: true })
  }

  const origin = `http://127.0.0.1:${WEBKIT_DRIVER_PORT}`
  try {
    await waitUntilReady(`${origin}/status`, READY_WITHIN_MS)
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, stop }
}
