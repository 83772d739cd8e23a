// `balise`: all services in one process, or under the name of a service that one.

import AllInOne
import Edge
import ServiceRuntime
import ServiceSettings

@main
enum Program {
    static func main() async {
        await ServiceProgram.run(AllInOne.services, name: "balise", settings: .balise, examples: ExampleCalls.all)
    }
}
