// `balise`: all services in one process.

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
