/**
 * The page takes the focus to what is new in it, which would tear it away from whoever composes beside it. A framed one
 * may do so only while somebody is in it.
 */
export function keepFocusOut(frame: HTMLIFrameElement): void {
  const view = frame.contentDocument?.defaultView
  if (view == null) return
  const { prototype } = view.HTMLElement
  const focus = Object.getOwnPropertyDescriptor(prototype, 'focus')?.value as
    | HTMLElement['focus']
    | undefined
  prototype.focus = function (this: HTMLElement, options) {
    if (this.ownerDocument.hasFocus()) focus?.call(this, options)
  }
}
