import type { ShopperBrowser } from '#contract/checkout.ts'

/** What only a script knows of the browser. The page's backend adds the rest. */
export function toldBrowser(): ShopperBrowser {
  return {
    colorDepth: screen.colorDepth,
    screenWidth: screen.width,
    screenHeight: screen.height,
    timeZoneOffset: new Date().getTimezoneOffset(),
    // No browser has run Java since 2021, and the standard's `javaEnabled()` is false.
    javaEnabled: false,
    language: navigator.language,
  }
}
