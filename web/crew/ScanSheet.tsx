import type { App } from '@handsfree/core'
import {
  type ScannerActor,
  scannerMachine,
  selectIsCameraBarred,
  selectIsCameraOff,
} from '@handsfree/core/scanner'
import { useSelector } from '@xstate/react'
import { Keyboard, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { assign, createActor, fromPromise } from 'xstate'
import { useScreenActor } from '../app/useScreenActor.ts'
import styles from '../parts/scanner/CameraStage.module.css'
import {
  NoCamera,
  PictureButton,
  PictureProblem,
  TorchButton,
  Viewfinder,
} from '../parts/scanner/CameraStage.tsx'
import { type CameraView, type CodeChoice, cameraOf } from '../parts/scanner/camera.ts'
import { readPicture } from '../parts/scanner/read-picture.ts'
import { createTorch } from '../parts/scanner/torch.ts'
import { Button, EmptyState, IconButton, Modal, SleepingCameraPicture } from '../ui/index.ts'
import sheetStyles from './ScanSheet.module.css'

export type ScanSheetProps = {
  open: boolean
  title: string
  /** Names the camera’s target. */
  hint: string
  /** Shown for any other code. */
  foreign: string
  /** The wanted code in a scanned text; null for other texts. */
  read: (text: string) => string | null
  onFound: (code: string) => void
  onClose: () => void
}

/** Full-screen camera for one code. Without a camera, a picture or typing does it. */
export function ScanSheet({ open, ...props }: ScanSheetProps) {
  const titleId = useId()
  return (
    <Modal
      open={open}
      onClose={props.onClose}
      titleId={titleId}
      className={sheetStyles.sheet}
      viewport={sheetStyles.viewport}
    >
      <Camera {...props} titleId={titleId} />
    </Modal>
  )
}

type CameraProps = Omit<ScanSheetProps, 'open'> & { titleId: string }

function Camera({ title, hint, foreign, read, onFound, onClose, titleId }: CameraProps) {
  const intl = useIntl()
  const video = useRef<HTMLVideoElement>(null)
  const [torch] = useState(createTorch)
  const scanner = useScreenActor((app) =>
    createCodeScanner(app, { video: () => video.current, torch }, read, onFound),
  )
  const isBarred = useSelector(scanner, selectIsCameraBarred)
  const isOff = useSelector(scanner, selectIsCameraOff)
  return (
    <div className={styles.screen} data-off={isOff || undefined}>
      <div className={styles.picture} aria-hidden="true">
        <video ref={video} muted playsInline disablePictureInPicture tabIndex={-1} />
      </div>
      <div className={styles.bar}>
        <div className={sheetStyles.bar}>
          <IconButton label={intl.formatMessage({ id: 'common.close' })} onClick={onClose}>
            <X size={24} />
          </IconButton>
          <h2 id={titleId}>{title}</h2>
          <TorchButton torch={torch} />
        </div>
      </div>
      <div className={styles.main}>
        {isBarred ? (
          <div className={styles.asleep}>
            <EmptyState picture={<SleepingCameraPicture />} title={<FormattedMessage id="scan.noCamera" />}>
              <FormattedMessage id="crewAct.barred" />
            </EmptyState>
          </div>
        ) : isOff ? (
          <NoCamera scanner={scanner} />
        ) : (
          <Viewfinder scanner={scanner} hint={hint} foreign={foreign} />
        )}
        <div className={styles.panel}>
          <PictureProblem scanner={scanner} foreign={foreign} />
          <div className={styles.ways}>
            <PictureButton scanner={scanner} />
            <Button kind="ghost" size="small" icon={<Keyboard size={20} />} onClick={onClose}>
              <FormattedMessage id="scan.typeCode" />
            </Button>
          </div>
        </div>
      </div>
    </div>
  )
}

/** The traveller's scanner, for another kind of code. Calls `onFound` once. The actor isn't started. */
function createCodeScanner(
  { platform, options }: App,
  view: CameraView,
  read: ScanSheetProps['read'],
  onFound: (code: string) => void,
): ScannerActor {
  const isWanted = (text: string) => read(text) !== null
  const choice: CodeChoice = {
    isWanted,
    pick: (texts) => texts.find(isWanted) ?? texts[0] ?? null,
  }
  const scanner = createActor(
    scannerMachine.provide({
      actors: {
        camera: cameraOf(view, choice),
        readPicture: fromPromise<string, { source: unknown }>(({ input }) =>
          readPicture(input.source, choice),
        ),
      },
      actions: { setResult: assign({ result: (_, { text }: { text: string }) => read(text) }) },
      guards: { isOurs: (_, { text = '' }: { text?: string }) => isWanted(text) },
    }),
    { clock: platform.clock, input: { ownHost: '' }, inspect: options.inspect },
  )
  scanner.on('scanner.found', ({ result }) => onFound(result))
  return scanner
}
