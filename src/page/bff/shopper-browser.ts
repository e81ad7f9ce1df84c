import type { Context } from 'hono'
import { z } from 'zod'
import { ShopperBrowser } from '#contract/checkout.ts'
import { LIMITS } from '#contract/limits.ts'
import { addressOfClient } from '#http/client.ts'

const { shape } = ShopperBrowser

/** An older page tells nothing, and some browsers what none is: their payment goes on with what most have. */
const Told = z.object({
  colorDepth: shape.colorDepth.catch(24),
  screenWidth: shape.screenWidth.catch(1280),
  screenHeight: shape.screenHeight.catch(720),
  timeZoneOffset: shape.timeZoneOffset.catch(0),
  javaEnabled: shape.javaEnabled.catch(false),
  language: shape.language.optional().catch(undefined),
})

/** What the page tells of the shopper's browser, and what the request shows, whatever the page tells of that. */
export function shopperBrowser(context: Context, told: unknown, locale: string): ShopperBrowser {
  const { language = locale, ...screen } = Told.catch(() => Told.parse({})).parse(told)
  const header = (name: string) => context.req.header(name)?.slice(0, LIMITS.browserTextLengthMax)
  return {
    ...screen,
    language,
    ip: addressOfClient(context),
    userAgent: header('user-agent'),
    accept: header('accept'),
  }
}
