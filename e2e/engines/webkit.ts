import { z } from 'zod'
import type {
  Control,
  Engine,
  EngineBrowser,
  EngineDocument,
  EnginePage,
  Key,
  Role,
} from './engine.ts'
import { TAKE_TROUBLES } from './page-troubles.ts'
import { startSession, type WebDriver } from './webdriver.ts'
import { startWebKitDriver, type WebKitPrograms } from './webkit-driver.ts'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const Element = z.object({ [ELEMENT]: z.string() }).transform((element) => element[ELEMENT])
const Elements = z.array(Element)
const NewWindow = z.object({ handle: z.string() })
const Handles = z.array(z.string())
const Troubles = z.array(z.string())

/** Candidate elements for a role; the engine's accessibility tree decides. */
const CANDIDATES: Record<Role, string> = {
  button: 'button',
  heading: 'h1, h2, h3',
  image: '[role=img], img',
  link: 'a',
  radio: 'input[type=radio]',
  textbox: 'input:not([type=radio]), textarea',
}
const CONTROL_KEY = '\uE009'
const SHIFT_KEY = '\uE008'
const TAB_KEY = '\uE004'
/** The keys that are down at the same time. */
const KEYS: Record<Key, readonly string[]> = {
  Tab: [TAB_KEY],
  'Shift+Tab': [SHIFT_KEY, TAB_KEY],
  Enter: ['\uE007'],
  Escape: ['\uE00C'],
  ArrowUp: ['\uE013'],
  ArrowDown: ['\uE015'],
}

/** WebKitGTK by W3C WebDriver, in its MiniBrowser. */
export function webkit(programs: WebKitPrograms): Engine {
  return {
    name: 'WebKitGTK',
    async launch(scheme) {
      const { origin, stop } = await startWebKitDriver(programs, scheme)
      const driver = await startSession(origin, { pageLoadStrategy: 'none' })
      return browserOf(driver, stop)
    },
  }
}

function browserOf(driver: WebDriver, stop: () => Promise<void>): EngineBrowser {
  return {
    async newPage() {
      const { handle } = NewWindow.parse(await driver.post('/window/new', { type: 'window' }))
      return pageOf(driver, handle)
    },
    async close() {
      await driver.delete('')
      await stop()
    },
  }
}

function pageOf(driver: WebDriver, handle: string): EnginePage {
  const troubles: string[] = []
  const enter = () =>
    driver.post('/window', { handle }).then(() => driver.post('/frame', { id: null }))

  async function frameElement(title: string): Promise<string | undefined> {
    await enter()
    const [frame] = await elements(driver, `iframe[title="${title}"]`)
    return frame
  }
  return {
    ...documentOf(driver, enter, troubles),
    async goTo(url) {
      await enter()
      await driver.post('/url', { url })
    },
    async reload() {
      await enter()
      await driver.post('/refresh')
    },
    async frame(title) {
      if ((await frameElement(title)) === undefined) return undefined
      const enterFrame = async () => {
        const frame = await frameElement(title)
        await driver.post('/frame', { id: { [ELEMENT]: frame } })
      }
      return documentOf(driver, enterFrame, troubles)
    },
    // In the current document: entering another one moves the focus there.
    press: (key) => pressKeys(driver, KEYS[key]),
    async write(text) {
      for (const letter of text) await pressKeys(driver, [letter])
    },
    async resize(width, height) {
      await enter()
      await driver.post('/window/rect', { x: 0, y: 0, width, height })
    },
    async screenshot() {
      await enter()
      return Buffer.from(String(await driver.get('/screenshot')), 'base64')
    },
    troubles: async () => troubles,
    async close() {
      await enter()
      await driver.delete('/window')
      const [other] = Handles.parse(await driver.get('/window/handles'))
      await driver.post('/window', { handle: other })
    },
  }
}

function documentOf(
  driver: WebDriver,
  enter: () => Promise<unknown>,
  troubles: string[],
): EngineDocument {
  async function run(script: string): Promise<unknown> {
    const args: unknown[] = []
    return driver.post('/execute/sync', { script, args })
  }

  return {
    async find(role, name) {
      await enter()
      troubles.push(...Troubles.parse(await run(TAKE_TROUBLES)))
      for (const id of await elements(driver, CANDIDATES[role])) {
        if (await isIt(driver, id, role, name)) return controlOf(driver, enter, id)
      }
      return undefined
    },
    async select(selector) {
      await enter()
      const [id] = await elements(driver, selector)
      return id === undefined ? undefined : controlOf(driver, enter, id)
    },
    async evaluate(expression) {
      await enter()
      return run(`return ${expression}`)
    },
  }
}

async function isIt(driver: WebDriver, id: string, role: Role, name: string): Promise<boolean> {
  // Hidden elements have no accessible name, and the driver fails on them.
  if ((await driver.get(`/element/${id}/displayed`)) !== true) return false
  if ((await driver.get(`/element/${id}/computedlabel`)) !== name) return false
  return (await driver.get(`/element/${id}/computedrole`)) === role
}

/** Scrolls as a shopper does: drivers also click elements that a docked button covers. */
const TO_MIDDLE = `arguments[0].scrollIntoView({ block: 'center' })`

function controlOf(driver: WebDriver, enter: () => Promise<unknown>, id: string): Control {
  const click = async () => {
    await enter()
    await driver.post('/execute/sync', { script: TO_MIDDLE, args: [{ [ELEMENT]: id }] })
    await driver.post(`/element/${id}/click`)
  }
  return {
    click,
    async type(text) {
      await click()
      await driver.post(`/element/${id}/value`, { text: `${CONTROL_KEY}a${CONTROL_KEY}${text}` })
    },
  }
}

async function elements(driver: WebDriver, selector: string): Promise<string[]> {
  return Elements.parse(await driver.post('/elements', { using: 'css selector', value: selector }))
}

async function pressKeys(driver: WebDriver, keys: readonly string[]): Promise<void> {
  const actions = [
    ...keys.map((value) => ({ type: 'keyDown', value })),
    ...keys.toReversed().map((value) => ({ type: 'keyUp', value })),
  ]
  await driver.post('/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
}
