import BaliseAPI
import Models

/// The archive holds everything at once, so an export requires the same proof as an erasure.
func exportAccount(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let proof = try call.proof(of: caller)
    let place = try call.exports?.enter(
        caller.account, from: call.request.context.client?.address?.value ?? "")
    let archive = ExportArchive(
        account: caller.account, services: call.services, context: call.request.context, now: call.clock.now())
    let subjects: [ExportArchive.OwnedSubject]
    do throws(EdgeError) {
        // This comes first: the user must not be notified of an export that could not begin.
        subjects = try await archive.subjects()
        let message = RequestExport(account: caller.account, session: caller.session, proof: proof, shown: caller.shown)
        _ = try await call.send(message, proving: proof)
    } catch {
        call.exports?.takeBack(caller.account)
        throw error
    }
    return Answer(archive: archive.stream(subjects, holding: place), name: "balise-account.zip")
}
