import { type ReactNode, useDeferredValue, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { makeInertBehind } from './inert-behind.ts'
import { useLayer } from './layers.ts'
import { followSwipeDown } from './swipe-down.ts'

export type ModalProps = {
  open: boolean
  onClose: () => void
  role?: 'dialog' | 'alertdialog'
  /** Ids of the title and of what is under it. */
  titleId: string
  descriptionId?: string | undefined
  className: string | undefined
  backdrop?: string | undefined
  /** The frame that places the popup; a tap on it closes what `dismissible` says. */
  viewport: string | undefined
  /** Closes by a tap outside and a swipe down. */
  dismissible?: boolean
  /** What has the focus at first: the popup, whose name is read out, or the first button in it. */
  focusFirst?: boolean
  /** What has the focus afterwards, where it is not what opened the popup. */
  returnTo?: (() => HTMLElement | null) | undefined
  children: ReactNode
}

const isEscape = ({ key, isComposing, defaultPrevented }: KeyboardEvent) =>
  key === 'Escape' && !isComposing && !defaultPrevented

/** Open popups, the topmost last. */
const popups: Element[] = []

/** A popup above the page, which is inert meanwhile. Focus moves in and comes back. */
export function Modal({ open, ...props }: ModalProps) {
  const [isShown, setShown] = useState(open)
  if (open && !isShown) setShown(true)
  // The server shows none: there is no place beside the page.
  if (!isShown || typeof document === 'undefined') return null
  return <Popup {...props} open={open} onHidden={() => setShown(false)} />
}

/** Stays until it has faded out. */
function Popup({
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
  // The popup appears and goes in the frame of the tap. What makes the page lay out again comes a moment later.
  const isResting = useDeferredValue(open, false)
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
    const stopping = new AbortController()
    popups.push(outer)
    document.addEventListener(
      'keydown',
      (event) => {
        if (!isEscape(event) || popups.at(-1) !== outer) return
        event.preventDefault()
        close()
      },
      { signal: stopping.signal },
    )
    const move = (y: number | null) => {
      outer.toggleAttribute('data-swiping', y !== null)
      inner.style.translate = y === null ? '' : `0 ${y}px`
      if (shade.current) shade.current.style.opacity = y === null ? '' : `${1 - y / inner.offsetHeight}`
    }
    const isFrame = ({ target }: Event) => target === inner.parentElement
    let isPressed = false
    // A press that ends outside after a text was selected closes nothing.
    outer.addEventListener(
      'pointerdown',
      (event) => {
        isPressed = isFrame(event)
      },
      { signal: stopping.signal },
    )
    outer.addEventListener('click', (event) => isDismissible() && isPressed && isFrame(event) && close(), {
      signal: stopping.signal,
    })
    const stopSwipe = isDismissible() ? followSwipeDown(inner, { move, finish: () => close() }) : undefined
    return () => {
      stopping.abort()
      stopSwipe?.()
      popups.splice(popups.indexOf(outer), 1)
    }
  }, [open])

  useLayoutEffect(() => {
    const [outer, inner, before] = [host.current, popup.current, opener.current]
    if (!isResting || !outer || !inner) return
    const wake = makeInertBehind(outer)
    if (!inner.contains(document.activeElement)) (findFirst() ?? inner).focus({ preventScroll: true })
    return () => {
      const { activeElement } = document
      const hasFocus =
        activeElement === null || activeElement === document.body || outer.contains(activeElement)
      wake()
      // Once the page behind shows what was chosen.
      queueMicrotask(() => {
        if (!hasFocus || (popups.length > 0 && !popups.at(-1)?.contains(before))) return
        const target = findTarget() ?? before
        if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true })
      })
    }
  }, [isResting])

  useLayoutEffect(() => {
    if (open || isResting) return
    let isCurrent = true
    const fades = [shade, popup].flatMap(({ current }) => current?.getAnimations() ?? [])
    void Promise.allSettled(fades.map(({ finished }) => finished)).then(() => isCurrent && hide())
    return () => {
      isCurrent = false
    }
  }, [open, isResting])

  return createPortal(
    <div ref={host} data-closing={!open || undefined} inert={!open}>
      {backdrop && <div ref={shade} className={backdrop} />}
      <div className={viewport}>
        {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name. */}
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
