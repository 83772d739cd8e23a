// `balise` runs all services in one process, or, under the name of a service, only that one.

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
