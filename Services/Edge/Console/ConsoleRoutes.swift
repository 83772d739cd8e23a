import BaliseAPI
import HTTPTypes
import Models
import OperatorAPI

enum ConsoleHandler: Sendable {
    /// The answer contains nothing of this installation except its name.
    case file(@Sendable (EdgeRequest, ConsoleAPI) throws(EdgeError) -> Answer)
    /// The call is not part of the operations API: sessions, passkeys and descriptions.
    case session(@Sendable (EdgeRequest, ConsoleAPI) async throws(EdgeError) -> Answer)
    case picture(@Sendable (EdgeRequest, ConsoleAPI) async throws(EdgeError) -> Answer)
    case operation(Route<OperationsHandler>)
}

enum ConsoleRoutes {
    static let calls = "/api"

    static let all: [Route<ConsoleHandler>] =
        [
            .get("", name: "console", isLenient: true, .file(showConsole)),
            .get("/files/{name}", name: "console-file", .file(getConsoleFile)),
            .post("/session", name: "console-session", .session(beginConsoleSession)),
            .get("/session", name: "console-session", .session(showConsoleSession)),
            .post("/session/passkey/options", name: "console-passkey", .session(beginConsolePasskey)),
            .post("/session/passkey", name: "console-passkey", .session(beginConsoleSessionByPasskey)),
            .post("/session/passkeys/options", name: "console-passkeys", .session(beginAddingConsolePasskey)),
            .post("/session/passkeys", name: "console-passkeys", .session(addConsolePasskey)),
            .delete("/session/passkeys/{id}", name: "console-passkeys", .session(removeOwnConsolePasskey)),
            .delete("/session", name: "console-session", .session(endOwnConsoleSession)),
            .get("/tiles", name: "console-tiles", .session(describeMapTiles)),
            .get("/tiles/{zoom}/{column}/{row}", name: "console-tile", .picture(getMapTile)),
        ] + operations

    /// The calls of the operations port, except the call that would let a session outlive itself.
    private static let operations = OperationsRoutes.all
        .filter { !$0.definitions.contains { $0.name == OperatorCalls.createConsoleLink.name } }
        .map { Route($0.method, calls + $0.path, name: "console-\($0.name)", ConsoleHandler.operation($0)) }
}
