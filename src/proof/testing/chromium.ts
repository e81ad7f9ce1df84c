import { existsSync } from 'node:fs'
import { chromium, type LaunchOptions } from 'playwright'

const SYSTEM_CHROMIUM = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && path !== '' && existsSync(path))

/** Playwright's browser if downloaded, else the system's; without the browser's own background traffic. */
export const CHROMIUM: LaunchOptions = {
  ...(!existsSync(chromium.executablePath()) &&
    SYSTEM_CHROMIUM !== undefined && { executablePath: SYSTEM_CHROMIUM }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
