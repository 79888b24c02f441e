import { selectIsCameraBarred, selectIsCameraOff } from '@handsfree/core/scanner'
import { useSelector } from '@xstate/react'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { BackBar } from '../../app/BackBar.tsx'
import { LanguageSwitch } from '../../app/LanguageSwitch.tsx'
import { useScreenActor } from '../../app/useScreenActor.ts'
import { useDestination } from '../../parts/booking/useDestination.ts'
import styles from '../../parts/scanner/CameraStage.module.css'
import { BarredCamera, NoCamera, TorchButton, Viewfinder } from '../../parts/scanner/CameraStage.tsx'
import { createTorch } from '../../parts/scanner/torch.ts'
import { createScanner } from './create-scanner.ts'
import { ScanAlternatives } from './ScanAlternatives.tsx'

export default function Scan() {
  const intl = useIntl()
  const video = useRef<HTMLVideoElement>(null)
  const [torch] = useState(createTorch)
  const { pathOn, opening, begin } = useDestination()
  const scanner = useScreenActor((app) =>
    createScanner(app, { video: () => video.current, torch }, (path) => begin(path, { replace: true })),
  )
  const isBarred = useSelector(scanner, selectIsCameraBarred)
  const isOff = useSelector(scanner, selectIsCameraOff)
  return (
    <div className={styles.screen} data-off={isOff || undefined}>
      <div className={styles.picture} aria-hidden="true">
        <video ref={video} muted playsInline disablePictureInPicture tabIndex={-1} />
      </div>
      <div className={styles.bar}>
        <BackBar
          title={intl.formatMessage({ id: 'scan.title' })}
          actions={
            <>
              <TorchButton torch={torch} />
              <LanguageSwitch />
            </>
          }
        />
      </div>
      <main className={styles.main} tabIndex={-1}>
        {isBarred ? (
          <BarredCamera />
        ) : isOff ? (
          <NoCamera scanner={scanner} />
        ) : (
          <Viewfinder
            scanner={scanner}
            hint={<FormattedMessage id={opening ? 'common.loading' : 'scan.hint'} />}
            foreign={<FormattedMessage id="scan.foreign" />}
          />
        )}
        <ScanAlternatives scanner={scanner} startPath={pathOn('/start')} isFirst={isBarred} />
      </main>
    </div>
  )
}
