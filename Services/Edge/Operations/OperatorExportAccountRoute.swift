import Models

func operatorExportAccount(_ call: OperationsCall) async throws(EdgeError) -> Answer {
    try call.checkBodySaysNothing()
    let account = try call.account()
    let archive = ExportArchive(
        account: account, services: call.health.services, context: call.request.context, now: call.clock.now())
    // This comes first: the user must not be notified of an export that could not begin.
    let subjects = try await archive.subjects()
    _ = try await call.send(BeginExport(account: account))
    return Answer(archive: archive.stream(subjects), name: "balise-account.zip")
}
