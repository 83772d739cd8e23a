// An app with the SDK and with its own types, which have the most general names. `make sdk-check` builds and starts it.

import Balise
import Foundation

// Names that apps use for their own types.
struct Account {}
struct Announcement {}
struct Client {}
struct Configuration {}
struct Destination {}
struct Device {}
struct DeviceID {}
struct Endpoint {}
struct Envelope {}
struct HTTPTransport {}
struct JSONObject {}
struct JSONValue {}
struct Location {}
struct Pause {}
struct Position {}
struct Preferences {}
struct Profile {}
struct Secret { let own: String }
struct Session {}
struct SessionState {}
struct User {}
// The SDK has this name too; the module tells them apart.
struct SecretText { let own: String }

@main
enum App {
    static func main() async throws {
        guard let server = URL(string: "https://balise.example") else { throw BaliseError.invalid("no address") }
        var configuration = BaliseConfiguration(server: server, secrets: MemorySecretStore())
        configuration.transport = Offline()
        let client = BaliseClient(configuration)
        let (theirs, own) = (Balise.SecretText("theirs"), SecretText(own: "own"))
        do {
            let user: BaliseUser = try await client.sessions.signIn("ada", password: theirs)
            print(user.id, own)
        } catch BaliseError.unreachable {
            _ = (Secret(own: "own"), PushDestination.offer(1), Destination())
            print("the app runs")
        }
    }
}

struct Offline: BaliseTransport {
    func send(_ request: BaliseHTTPRequest) async throws(BaliseTransportError) -> BaliseHTTPResponse {
        throw .unreachable("there is no network")
    }
}
