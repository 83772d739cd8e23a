// `identity` runs the service that knows who users are, in a process of its own.

import Identity
import ServiceRuntime
import ServiceSettings

@main
enum Program {
    static func main() async { await ServiceProgram.run([IdentityService.self], name: "identity", settings: .balise) }
}
