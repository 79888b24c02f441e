import { type PhotoActor, selectPhotoProblem } from '@handsfree/core/photo'
import { photoProblemWords } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { ErrorLive, FieldError } from '../ui/index.ts'

/** Read out wherever it is: it appears by itself. */
export function PhotoProblemLine({ photo, number }: { photo: PhotoActor; number: number }) {
  const intl = useIntl()
  const problem = useSelector(photo, selectPhotoProblem)
  return (
    <ErrorLive value="polite">
      <FieldError>{problem ? photoProblemWords(intl, problem, number) : undefined}</FieldError>
    </ErrorLive>
  )
}
