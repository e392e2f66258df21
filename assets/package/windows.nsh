; Tauri makes Legajo the program that opens the types of `fileAssociations`. It must only be one that is offered: what
; opened PDF and Word files before goes on doing so.

!macro OFFER EXTENSION CLASS
  ReadRegStr $R0 SHCTX "Software\Classes\.${EXTENSION}" "${CLASS}_backup"
  ${If} $R0 == ""
  ${OrIf} $R0 == "${CLASS}"
    DeleteRegValue SHCTX "Software\Classes\.${EXTENSION}" ""
  ${Else}
    WriteRegStr SHCTX "Software\Classes\.${EXTENSION}" "" "$R0"
  ${EndIf}
  WriteRegStr SHCTX "Software\Classes\.${EXTENSION}\OpenWithProgids" "${CLASS}" ""
!macroend

!macro NSIS_HOOK_POSTINSTALL
  !insertmacro OFFER "pdf" "Legajo.pdf"
  !insertmacro OFFER "docx" "Legajo.docx"
!macroend

!macro NSIS_HOOK_POSTUNINSTALL
  DeleteRegValue SHCTX "Software\Classes\.pdf\OpenWithProgids" "Legajo.pdf"
  DeleteRegValue SHCTX "Software\Classes\.docx\OpenWithProgids" "Legajo.docx"
!macroend
