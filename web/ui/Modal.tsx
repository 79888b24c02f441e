import { type ReactNode, useDeferredValue, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { makeInertBehind } from './inert-behind.ts'
import { useLayer } from './layers.ts'
import { followSwipeDown } from './swipe-down.ts'

export type ModalProps = {
  open: boolean
  onClose: () => void
  role?: 'dialog' | 'alertdialog'
  titleId: string
  descriptionId?: string | undefined
  className: string | undefined
  backdrop?: string | undefined
  viewport: string | undefined
  dismissible?: boolean
  focusFirst?: boolean
  /** Focus target after closing; by default the element that opened it. */
  returnTo?: (() => HTMLElement | null) | undefined
  children: ReactNode
}

const isEscape = ({ key, isComposing, defaultPrevented }: KeyboardEvent) =>
  key === 'Escape' && !isComposing && !defaultPrevented

const openModals: Element[] = []

/** Makes the page inert. Moves the focus in, and restores it after closing. */
export function Modal({ open, ...props }: ModalProps) {
  const [isShown, setShown] = useState(open)
  if (open && !isShown) setShown(true)
  // The portal needs `document.body`, which is missing on the server.
  if (!isShown || typeof document === 'undefined') return null
  return <ModalPopup {...props} open={open} onHidden={() => setShown(false)} />
}

/** Stays mounted until its closing animation has ended. */
function ModalPopup({
  open,
  onClose,
  onHidden,
  role = 'dialog',
  titleId,
  descriptionId,
  className,
  backdrop,
  viewport,
  dismissible = false,
  focusFirst = false,
  returnTo,
  children,
}: ModalProps & { onHidden: () => void }) {
  const host = useRef<HTMLDivElement>(null)
  const shade = useRef<HTMLDivElement>(null)
  const popup = useRef<HTMLDivElement>(null)
  const opener = useRef<Element>(null)
  // The popup itself opens and closes in the tap's frame. Work that forces a layout is deferred.
  const isBackgroundInert = useDeferredValue(open, false)
  const close = useEffectEvent(() => onClose())
  const hide = useEffectEvent(() => onHidden())
  const isDismissible = useEffectEvent(() => dismissible)
  const findTarget = useEffectEvent(() => returnTo?.())
  const findFirst = useEffectEvent(() =>
    focusFirst ? popup.current?.querySelector<HTMLElement>('button:not(:disabled), a[href], input') : null,
  )
  useLayer(open, onClose)

  useLayoutEffect(() => {
    const [outer, inner] = [host.current, popup.current]
    if (!open || !outer || !inner) return
    opener.current = document.activeElement
    const abortController = new AbortController()
    openModals.push(outer)
    document.addEventListener(
      'keydown',
      (event) => {
        if (!isEscape(event) || openModals.at(-1) !== outer) return
        event.preventDefault()
        close()
      },
      { signal: abortController.signal },
    )
    const move = (y: number | null) => {
      outer.toggleAttribute('data-swiping', y !== null)
      inner.style.translate = y === null ? '' : `0 ${y}px`
      if (shade.current) shade.current.style.opacity = y === null ? '' : `${1 - y / inner.offsetHeight}`
    }
    const isFrame = ({ target }: Event) => target === inner.parentElement
    let isPressed = false
    // Selecting text and releasing outside must not close it.
    outer.addEventListener(
      'pointerdown',
      (event) => {
        isPressed = isFrame(event)
      },
      { signal: abortController.signal },
    )
    outer.addEventListener('click', (event) => isDismissible() && isPressed && isFrame(event) && close(), {
      signal: abortController.signal,
    })
    const stopSwipe = isDismissible() ? followSwipeDown(inner, { move, finish: () => close() }) : undefined
    return () => {
      abortController.abort()
      stopSwipe?.()
      openModals.splice(openModals.indexOf(outer), 1)
    }
  }, [open])

  useLayoutEffect(() => {
    const [outer, inner, previousFocus] = [host.current, popup.current, opener.current]
    if (!isBackgroundInert || !outer || !inner) return
    const wake = makeInertBehind(outer)
    if (!inner.contains(document.activeElement)) (findFirst() ?? inner).focus({ preventScroll: true })
    return () => {
      const { activeElement } = document
      const hasFocus =
        activeElement === null || activeElement === document.body || outer.contains(activeElement)
      wake()
      // After the page has rendered the result, which may move the focus itself.
      queueMicrotask(() => {
        if (!hasFocus || (openModals.length > 0 && !openModals.at(-1)?.contains(previousFocus))) return
        const target = findTarget() ?? previousFocus
        if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true })
      })
    }
  }, [isBackgroundInert])

  useLayoutEffect(() => {
    if (open || isBackgroundInert) return
    let isCurrent = true
    // `getAnimations` forces a layout, which the frame needs anyway.
    const frame = requestAnimationFrame(() => {
      const fades = [shade, popup].flatMap(({ current }) => current?.getAnimations() ?? [])
      void Promise.allSettled(fades.map(({ finished }) => finished)).then(() => isCurrent && hide())
    })
    return () => {
      isCurrent = false
      cancelAnimationFrame(frame)
    }
  }, [open, isBackgroundInert])

  return createPortal(
    <div ref={host} data-closing={!open || undefined} inert={!open}>
      {backdrop && <div ref={shade} className={backdrop} />}
      <div className={viewport}>
        {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles support a name. */}
        <div
          ref={popup}
          className={className}
          role={role}
          aria-labelledby={titleId}
          aria-describedby={descriptionId}
          tabIndex={-1}
        >
          {children}
        </div>
      </div>
    </div>,
    document.body,
  )
}
