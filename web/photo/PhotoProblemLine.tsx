import { type PhotoActor, selectPhotoProblem } from '@handsfree/core/photo'
import { photoProblemWords } from '@handsfree/core/words'
import { useSelector } from '@xstate/react'
import { useIntl } from 'react-intl'
import { FieldError } from '../ui/index.ts'

export function PhotoProblemLine({ photo, number }: { photo: PhotoActor; number: number }) {
  const intl = useIntl()
  const problem = useSelector(photo, selectPhotoProblem)
  return <FieldError live>{problem ? photoProblemWords(intl, problem, number) : undefined}</FieldError>
}
