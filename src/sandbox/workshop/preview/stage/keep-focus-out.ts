/**
 * Keeps a framed page from stealing the focus: the page focuses new content, which would interrupt typing in the form.
 * It may focus only while the focus is in the frame.
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
