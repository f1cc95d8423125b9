; Installer for one user, without administrator's rights.
;   setup.exe /S              installs silently; /D=C:\folder (last, without quotes) chooses the folder
;   uninstall.exe /S          removes silently and keeps the records
;   uninstall.exe /S /RECORDS removes the records, too
Target amd64-unicode
SetCompressor /SOLID lzma
!include "MUI2.nsh"
!include "FileFunc.nsh"
!include "LogicLib.nsh"

Name "Croupier trainer ${VERSION}"
OutFile "${TARGET}"
InstallDir "$LOCALAPPDATA\Programs\Croupier trainer"
InstallDirRegKey HKCU "Software\croupier-trainer" "Folder"
RequestExecutionLevel user
ManifestDPIAware true
ManifestLongPathAware true
BrandingText " "

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\croupier-trainer"
!define MUI_ICON "${FOLDER}/croupier-trainer.ico"
!define MUI_UNICON "${FOLDER}/croupier-trainer.ico"
!define MUI_WELCOMEFINISHPAGE_BITMAP "${SIDE}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\Croupier trainer.exe"
!insertmacro MUI_PAGE_LICENSE "${FOLDER}/licences/GPL-3.0.txt"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_COMPONENTS
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "Spanish"
!insertmacro MUI_LANGUAGE "English"

LangString RECORDS ${LANG_SPANISH} "Borrar también los registros y ajustes"
LangString RECORDS ${LANG_ENGLISH} "Also delete records and settings"
LangString RUNNING ${LANG_SPANISH} "El programa está abierto. Ciérrelo y pruebe otra vez."
LangString RUNNING ${LANG_ENGLISH} "The program is running. Close it and try again."

; The parts of the program, and nothing else that may lie in the folder.
!macro RemoveProgram
  RMDir /r "$INSTDIR\python"
  RMDir /r "$INSTDIR\site"
  RMDir /r "$INSTDIR\licences"
  Delete "$INSTDIR\trainer.exe"
  Delete "$INSTDIR\Croupier trainer.exe"
  Delete "$INSTDIR\croupier-trainer.ico"
  Delete "$INSTDIR\sbom.json"
!macroend

; Windows does not delete a library that is loaded: stop before the program is removed halfway.
!macro StopIfRunning
  ${If} ${FileExists} "$INSTDIR\python\python313.dll"
    ; A loaded library can be renamed but not opened for writing.
    ClearErrors
    FileOpen $0 "$INSTDIR\python\python313.dll" a
    ${If} ${Errors}
      MessageBox MB_OK|MB_ICONEXCLAMATION "$(RUNNING)" /SD IDOK
      SetErrorLevel 1
      Abort
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

Section "Program"
  !insertmacro StopIfRunning
  !insertmacro RemoveProgram
  SetOutPath "$INSTDIR"
  File /r "${FOLDER}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Croupier trainer.lnk" "$INSTDIR\Croupier trainer.exe" "" "$INSTDIR\croupier-trainer.ico"
  WriteRegStr HKCU "Software\croupier-trainer" "Folder" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Croupier trainer"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\croupier-trainer.ico"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" ${SIZE}
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
  ; Bytecode, so that the first start is as quick as every other. Last, because the program works without it.
  nsExec::Exec '"$INSTDIR\python\python.exe" -m compileall -q "$INSTDIR\site"'
  Pop $0
SectionEnd

Section "un.Croupier trainer"
  SectionIn RO
  !insertmacro StopIfRunning
  !insertmacro RemoveProgram
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\Croupier trainer.lnk"
  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "Software\croupier-trainer"
SectionEnd

Section /o "un.$(RECORDS)" Records
  RMDir /r "$LOCALAPPDATA\croupier-trainer"
SectionEnd

Function un.onInit
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/RECORDS" $1
  ${IfNot} ${Errors}
    SectionSetFlags ${Records} 1
  ${EndIf}
FunctionEnd
