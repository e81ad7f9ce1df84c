/**
 * The card frame's element in the document of now: React and scripts that are not ours may put another one in the place
 * of the one that was there before. Other frames may stand beside it.
 */
export function findCardFrame(url: string | null): HTMLIFrameElement | undefined {
  return [...document.querySelectorAll('iframe')].find(({ src }) => src === url)
}
