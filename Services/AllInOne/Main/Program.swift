// `balise` runs all services in one process. Called under the name of a service, it runs only that service.

import AllInOne
import Edge
import ServiceRuntime
import ServiceSettings
import StorageMove

@main
enum Program {
    static func main() async {
        await ServiceProgram.run(
            AllInOne.services, name: "balise", settings: .balise, examples: ExampleCalls.all,
            moveStorage: ServiceProgram.moveStorage(_:of:_:))
    }
}
